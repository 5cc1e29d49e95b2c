import { join } from 'node:path'
import { defineConfig } from 'vitepress'
import { brandStyles } from '../src/brand.ts'
import { markdownOptions } from '../src/markdown.ts'
import { API_REFERENCE, addressOf, DOCS_INDEX, HELP, ROOT, readPage, readSources } from '../src/pages.ts'
import { SEARCH_OPTIONS } from '../src/search.ts'
import { sidebars } from '../src/sidebar.ts'

const sources = readSources()
const { version } = JSON.parse(readPage('package.json')) as { version: string }
const linkTo = (source: string) => `/${addressOf(source)}`

export default defineConfig({
  srcDir: ROOT,
  // The repository's other Markdown files aren't pages, only those that `readSources` returns.
  srcExclude: ['{tests,tools,deploy,test-results,coverage}/**', 'apps/server/**', 'sites/*/**', '*/*/node_modules/**'],
  rewrites: addressOf,
  ignoreDeadLinks: 'localhostLinks',
  // Without this option, each page would contain all sidebars.
  metaChunk: true,
  outDir: 'dist',
  cacheDir: '.local/vitepress',
  lang: 'en-AU',
  title: 'Trailwarden',
  description: 'Documentation of Trailwarden: trail status, offline maps and emergency help for mountain-bike networks.',
  head: [
    ['link', { rel: 'icon', href: '/icons/icon.svg', type: 'image/svg+xml' }],
    ['style', {}, brandStyles()],
  ],
  markdown: markdownOptions(sources),
  // A picture is also a link to its file.
  vue: { template: { transformAssetUrls: { includeAbsolute: false, tags: { img: ['src'], a: ['href'] } } } },
  vite: {
    publicDir: join(ROOT, 'apps/web/public'),
    // The search index is one file, which loads when a reader opens the search.
    build: { chunkSizeWarningLimit: 1000 },
    server: { watch: { ignored: ['**/{.git,.local,node_modules,dist,test-results,tests,sites}/**'] } },
  },
  themeConfig: {
    logo: '/icons/icon.svg',
    nav: [
      { text: 'Documentation', link: linkTo(DOCS_INDEX) },
      { text: 'Help', link: linkTo(`${HELP}/getting-started.md`), activeMatch: '^/help/' },
      { text: 'API', link: linkTo(API_REFERENCE) },
      { text: 'Changelog', link: linkTo('CHANGELOG.md') },
    ],
    sidebar: sidebars(sources),
    outline: { level: [2, 3], label: 'On this page' },
    search: { provider: 'local', options: { miniSearch: { searchOptions: SEARCH_OPTIONS } } },
    notFound: { title: 'Page not found', quote: 'Search, or start at the front page.', linkText: 'Front page' },
    footer: { message: `Version ${version}. Apache-2.0.` },
  },
})
