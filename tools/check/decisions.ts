/** CONTRIBUTING.md, "Record a decision", defines the form of the pages. */

type Page = { name: string; text: string }

export function indexIssues(pages: readonly Page[], index: string): string[] {
  return pages.flatMap(({ name, text }) => {
    const row = `| [${text.split('\n')[0]?.slice(2)}](${name}) |`
    const count = index.split(row).length - 1
    return count === 1 ? [] : [`docs/decisions/README.md: ${name} has ${count} rows that begin with "${row}"`]
  })
}

export function decisionIssues(pages: readonly Page[]): string[] {
  const numbers = pages.map(({ name }) => name.slice(0, 4))
  return pages.flatMap(({ name, text }) => {
    const number = name.slice(0, 4)
    const [heading = '', , status = ''] = text.split('\n')
    const mentioned = [...status.matchAll(/\b0\d{3}\b/g)].map(([found]) => found)
    const issues = [
      !/^\d{4}-[a-z0-9-]+\.md$/.test(name) && 'its name does not have the form NNNN-title.md',
      numbers.filter((one) => one === number).length > 1 && `another page has the number ${number}`,
      !/^# \d{4} [A-Z]/.test(heading) && 'it does not begin with "# NNNN Title"',
      /^# \d{4}/.test(heading) && !heading.startsWith(`# ${number} `) && 'heading and file name have different numbers',
      !/^Date: \d{4}-\d{2}-\d{2}\. Status: (proposed|accepted|superseded)\b.*\.$/.test(status) &&
        'its third line is not "Date: … Status: …"',
      ...mentioned.map((other) => !numbers.includes(other) && `its status names ${other}, which does not exist`),
      ...['**Context.**', '**Decision.**'].map((part) => !text.includes(`\n${part}`) && `${part} is missing`),
      !/^\*\*(Evidence|Consequences)\b/m.test(text) && 'it has neither evidence nor consequences',
    ]
    return issues.filter((issue) => issue !== false).map((issue) => `docs/decisions/${name}: ${issue}`)
  })
}
