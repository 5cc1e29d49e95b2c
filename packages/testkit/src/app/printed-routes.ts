/** Reads the tree that Fastify prints with `printRoutes({ commonPrefix: false })`. Omits HEAD routes. */
export function readPrintedRoutes(tree: string): string[] {
  const above: string[] = []
  return tree.split('\n').flatMap((line) => {
    const [, indent = '', part = '', methods = ''] = /^([│ ]*)[├└]── (.*?)(?: \(([A-Z, ]+)\))?$/.exec(line) ?? []
    above.splice(indent.length / 4, above.length, part)
    return methods
      .split(', ')
      .filter((method) => method !== '' && method !== 'HEAD')
      .map((method) => `${method} ${above.join('')}`)
  })
}
