export const SEARCH_OPTIONS = {
  fuzzy: 0.2,
  prefix: true,
  boost: { title: 4, text: 2, titles: 1 },
  // Readers look for guides before decisions and assurance pages about a subject.
  boostDocument: (address: string) => (/^\/(decisions|assurance)\//.test(address) ? 0.3 : 1),
}
