/** `npm run docs:dev` serves the documentation site, and rebuilds it after each change to a page. */
import { join } from 'node:path'
import { createServer } from 'vitepress'
import { writeApiReference } from './api-reference.ts'
import { ROOT } from './pages.ts'

await writeApiReference()
const server = await createServer(join(ROOT, 'apps/docs'))
await server.listen()
server.printUrls()
