// define answers: what happens when a page includes pageside.js? The element comes to be; no more.
// Included twice, also from two addresses, the first definition stays.
//
// A history entry of a dialog that is not open any more, after a reload or by Forward, leads back
// to the page's own.
//
// Before: <script type="module" src="…/pageside.js">. After: search.ts.

import { leave, PagesideSearch } from './search.ts';

if (!customElements.get('pageside-search')) {
  customElements.define('pageside-search', PagesideSearch);
  addEventListener('popstate', leave);
  leave();
}
