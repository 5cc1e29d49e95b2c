/** Search options, shared by the browser and the tests in Node. */
export const SEARCH_OPTIONS = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  // Ranks guides above decisions and assurance pages about the same subject.
  boostDocument: (address: string) => (/^\/(decisions|assurance)\//.test(address) ? 0.3 : 1),
}
