// adapter answers: how does the side-by-side harness run this engine as it runs its peers?
//
// `pageside index` builds the index. The page's own script holds client.js, as it holds the
// libraries of the peers that are bundled; so does pageside.js, which is in the page long before
// it is used and sends the first requests itself. Engine, worker and manifest come from the index
// folder. rank() asks for the first results with their text at once, as the dialog does; show()
// hands them over.
//
// PAGESIDE names the program; default: dist/pageside of this project.

export const name = 'pageside';
export const packages = [];
export const variants = { default: '`pageside index`; client.js with its defaults' };
export const deps = () => ({});
export const skip = () => undefined;

/** Files of the dialog; a page that calls the search API never loads them. */
export const uiFiles = /(^|\/)(pageside\.js|dialog-[^/]*|.*\.LEGAL\.txt|.*\.(br|gz)|_headers|.*\.(nginx|caddy)[^/]*)$/;

export const command = ({ siteDir, outDir }) => {
  const built = new URL('../../dist/pageside', `file://${process.argv[1]}`).pathname;
  const bin = process.env.PAGESIDE ?? built;
  return [bin, 'index', siteDir, '-o', `${outDir}/_pageside`];
};

const SHOWN = 5; // what a search box shows before it is scrolled

export async function open({ base, lang }) {
  const { createClient } = await import('../assets/dist/client.js');
  const client = createClient({ base: `${base}_pageside/` });
  await client.open();
  let results = [];
  return {
    async rank(query, limit) {
      const show = limit > 10 ? limit : SHOWN;
      ({ results } = await client.search(query, { lang, limit, show }));
      return results.map((r) => r.url ? `/${r.url}` : `#${r.page}`);
    },
    show: async (keys) =>
      results.filter((r) => r.url && keys.includes(`/${r.url}`)).map((r) => ({
        url: `/${r.url}`, title: r.title, excerpt: r.passages[0]?.excerpt,
      })),
  };
}
