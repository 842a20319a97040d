// define answers: what happens when a page includes pageside.js? The element comes to be; no more.
// Included twice, also from two addresses, the first definition stays.
//
// Before: <script type="module" src="…/pageside.js">. After: search.ts.

import { PagesideSearch } from './search.ts';

if (!customElements.get('pageside-search')) {
  customElements.define('pageside-search', PagesideSearch);
}
