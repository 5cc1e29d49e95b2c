import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { firstLoadOf, packageOf } from './first-load.ts'

describe('npm package of a module', () => {
  it('is found for every type of module ID', () => {
    expect(packageOf('/home/app/node_modules/ol/Map.js')).toBe('ol')
    expect(packageOf('/home/app/node_modules/@tanstack/react-table/build/lib/index.mjs')).toBe('@tanstack/react-table')
    expect(packageOf('/home/app/node_modules/a/node_modules/dexie/dist/dexie.mjs?v=1')).toBe('dexie')
    expect(packageOf('\0/home/app/node_modules/react/index.js?commonjs-module')).toBe('react')
  })
  it('is null for our own code, even in a folder named after a package', () => {
    expect(packageOf('/home/app/src/ol/map.ts')).toBeNull()
    expect(packageOf('\0rolldown/runtime.js')).toBeNull()
  })
})

describe('first load of a page', () => {
  let root = ''
  afterEach(() => rm(root, { recursive: true, force: true }))

  it('includes static imports across any number of files, but no dynamic imports', async () => {
    // Node finds our packages only from a folder next to this file.
    root = await mkdtemp(join(import.meta.dirname, '.first-load-'))
    await writeFile(join(root, 'index.html'), '<!doctype html><script type="module" src="/main.js"></script>')
    await writeFile(
      join(root, 'main.js'),
      `import { createRoot } from 'react-dom/client'
       import { shown } from './shown.js'
       createRoot(document.body).render(shown)
       import('./later.js').then((later) => later.start())`,
    )
    await writeFile(join(root, 'shown.js'), `import { createElement } from 'react'\nexport const shown = createElement('p')`)
    await writeFile(
      join(root, 'later.js'),
      `import { createBrowserRouter } from 'react-router'\nexport const start = () => createBrowserRouter([{ path: '/' }])`,
    )
    const lazy = await firstLoadOf(root)
    expect(lazy.packages).toContain('react')
    expect(lazy.packages).not.toContain('react-router')

    await writeFile(join(root, 'shown.js'), `import { start } from './later.js'\nexport const shown = start()`)
    const eager = await firstLoadOf(root)
    expect(eager.packages).toContain('react-router')
    expect(eager.bytes).toBeGreaterThan(lazy.bytes)
  })
})
