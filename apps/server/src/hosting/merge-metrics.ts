/**
 * The format requires each metric's description once, followed by all of its samples. prom-client merges only registries without any metric
 * in common.
 */
export function mergeMetrics(answers: readonly string[]): string {
  const families = new Map<string, { about: string[]; samples: string[] }>()
  for (const answer of answers) {
    let family = { about: [] as string[], samples: [] as string[] }
    for (const line of answer.split('\n')) {
      const [, name] = /^# HELP (\S+)/.exec(line) ?? []
      if (name) {
        const known = families.get(name)
        family = known ?? { about: [], samples: [] }
        families.set(name, family)
      }
      if (line.startsWith('#')) {
        if (!family.about.includes(line)) family.about.push(line)
      } else if (line) family.samples.push(line)
    }
  }
  return [...families.values()].flatMap(({ about, samples }) => [...about, ...samples, '']).join('\n')
}
