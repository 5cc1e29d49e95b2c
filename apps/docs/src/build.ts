/** `npm run docs:build` builds the documentation site into apps/docs/dist and checks every link and anchor in it. */
import { join } from 'node:path'
import { build } from 'vitepress'
import { writeApiReference } from './api-reference.ts'
import { checkLinks } from './built-site.ts'
import { ROOT } from './pages.ts'

const folder = join(ROOT, 'apps/docs')
await writeApiReference()
await build(folder).catch((error: Error) => {
  console.error(error.message)
  process.exit(1)
})
const { pages, links, dead } = checkLinks(join(folder, 'dist'))
for (const link of dead) console.error(link)
console.log(`docs site: ${pages} pages, ${links} links, ${dead.length} dead`)
if (dead.length > 0) process.exitCode = 1
