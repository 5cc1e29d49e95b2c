import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { findPage, type GuidePage, groupPages, SNIPPET_LENGTH, searchPages } from './guide.ts'
import { readGuideFolder } from './guide-files.ts'
import { deadGuideLinks } from './guide-links.ts'
import { parseGuidePage } from './guide-page.ts'
import { linksOf, picturesOf, safePicture } from './markdown-tree.ts'

const folder = (path: string) => new URL(`../../../../${path}`, import.meta.url).pathname
const guide = await readGuideFolder(folder('sites/st-helens/guide'))
const demoPark = await readGuideFolder(folder('sites/demo-park/guide'))
const help = await readGuideFolder(folder('apps/web/help'))

const FRONT = '---\nname: A\ngroup: G\norder: 1\nupdated: 24-Sep-2021\nauthor: B\n---\n'
const createPage = (over: Partial<GuidePage>): GuidePage => ({ ...parseGuidePage('a', `${FRONT}Words.`), ...over })
const textOf = (path: string) => findPage(guide.pages, path).text

test('DOC-01 the guide has its eight pages in their groups', () => {
  expect(guide.issues).toEqual([])
  expect(groupPages(guide.pages).map(({ name, pages }) => [name, pages.map((page) => [page.name, page.path])])).toEqual([
    [
      'Trail Safety',
      [
        ['Code of Conduct', 'code-conduct'],
        ['Emergency Information', 'emergency'],
        ['Before You Ride', 'before-you-ride'],
        ['Report A Problem', 'report-problem'],
      ],
    ],
    [
      'General',
      [
        ['Contacts', 'contacts'],
        ['Request an Account', 'request-account'],
        ['Trails Information', 'trails-information'],
      ],
    ],
    [null, [['About', 'about']]],
  ])
})

test('DOC-01 a different network has its own pages', () => {
  expect(demoPark.issues).toEqual([])
  expect(demoPark.pages.map((page) => page.path)).toEqual(['emergency', 'report-problem', 'request-account', 'contacts', 'about'])
})

test('DOC-02 every page has a name, date, author, content and headings, and uses level 1 only for its name', () => {
  expect(help.issues).toEqual([])
  for (const page of [...guide.pages, ...help.pages]) {
    expect(page.updated).toMatch(/^\d{2}-[A-Z][a-z]{2}-\d{4}$/)
    expect([page.name, page.author, page.text].includes('')).toBe(false)
    expect(page.headings.length).toBeGreaterThan(0)
    expect(page.headings.every((heading) => heading.level > 1)).toBe(true)
    for (const heading of page.headings) expect(page.text.startsWith(heading.title, heading.at)).toBe(true)
  }
})

test('DOC-02 every link between pages leads to an existing page and heading', () => {
  expect(deadGuideLinks({ information: guide.pages, help: help.pages })).toEqual([])
  const broken = parseGuidePage('about', `${FRONT}[a](/information/nowhere) [b](/help#gone) [c](#gone) [d](/map)`)
  expect(
    deadGuideLinks({ information: [broken], help: help.pages.slice(0, 1) }).filter((issue) => issue.startsWith('/information')),
  ).toEqual([
    '/information/about links to /information/nowhere, which does not exist',
    '/information/about links to /help#gone, but that page has no such heading',
    '/information/about links to #gone, but that page has no such heading',
  ])
})

test('DOC-02 a page shows the site’s images with their size, alt text and caption', () => {
  const page = findPage(guide.pages, 'emergency')
  const [src = ''] = picturesOf(page.nodes)
  expect(src).toBe(safePicture(src))
  expect(page.nodes).toContainEqual(
    expect.objectContaining({ type: 'picture', src, width: 1080, height: 600, alt: expect.stringContaining('BF17') }),
  )
  expect(page.text).toContain('A drawing.')
})

describe('DOC-02 reports invalid images', () => {
  const pictures = new Map([['post.png', { src: '/images/post.png?v=1', width: 2, height: 1 }]])
  const read = (line: string) => parseGuidePage('a', `${FRONT}${line}`, pictures)
  test('reports an image that doesn’t exist or has no alt text', () => {
    expect(() => read('![Post](/images/gone.png)')).toThrow('there is no picture /images/gone.png')
    expect(() => read('![](/images/post.png)')).toThrow('needs alt text')
    expect(() => read('> ![](/images/post.png)')).toThrow('needs alt text')
  })
  test('shows an image from another host, or inside a sentence, as its alt text', () => {
    for (const line of [
      '![Post](https://example.org/images/post.png)',
      'The ![Post](/images/post.png) stands.',
      '![Post](//evil/images/post.png)',
    ])
      expect(picturesOf(read(line).nodes)).toEqual([])
    expect(read('![Post](https://example.org/post.png)').text).toBe('Post')
  })
  test('finds images in lists, quotes and notes, so that devices store them', () => {
    expect(picturesOf(read('- a\n\n  ![Post](/images/post.png)\n\n> [!NOTE] b\n>\n> ![Post](/images/post.png)').nodes)).toHaveLength(2)
  })
  test('reports an image file that is too large, of another type or badly named', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'guide-'))
    await mkdir(join(folder, 'images'))
    const png = await sharp({ create: { width: 3, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer()
    await writeFile(join(folder, 'images/good.png'), png)
    await writeFile(join(folder, 'images/really-png.jpg'), png)
    await writeFile(join(folder, 'images/Big Post.png'), png)
    await writeFile(join(folder, 'images/drawing.svg'), '<svg onload="alert(1)"/>')
    await writeFile(join(folder, 'images/large.png'), Buffer.concat([png, Buffer.alloc(301 * 1024)]))
    const { issues } = await readGuideFolder(folder)
    await rm(folder, { recursive: true })
    expect(issues).toEqual([
      expect.stringMatching(/^picture Big Post.png: the name may only contain/),
      expect.stringMatching(/^picture drawing.svg: the name may only contain/),
      'picture large.png: is 302 kB; at most 300 kB, because every device stores it',
      'picture really-png.jpg: is not a jpg file',
    ])
  })
})

describe('DOC-02 reports invalid front matter', () => {
  test.for([
    ['no front matter', 'just words', 'must begin with front matter'],
    ['a day that does not exist', FRONT.replace('24-Sep', '31-Sep'), 'updated must be a date like 24-Sep-2021'],
    ['a date in another format', FRONT.replace('24-Sep-2021', '2021-09-24'), 'updated must be a date'],
    ['a misspelt key', FRONT.replace('group', 'grop'), 'unknown key grop'],
    ['no author', FRONT.replace('author: B\n', ''), 'author is missing'],
    ['an order that isn’t a number', FRONT.replace('order: 1', 'order: first'), 'order must be a whole number'],
  ] as const)('%s', ([, text, words]) => {
    expect(() => parseGuidePage('a', text)).toThrow(words)
  })

  test('accepts blank lines, Windows line endings and a byte-order mark', () => {
    const page = parseGuidePage('a', `\uFEFF${FRONT.replace('---\n', '---\n\n')}\n## H\n`.replaceAll('\n', '\r\n'))
    expect(page).toMatchObject({ name: 'A', group: 'G', order: 1, headings: [{ title: 'H', anchor: 'h' }] })
  })

  test('rejects a file name that can’t be used as a path', () => {
    expect(() => parseGuidePage('../a', FRONT)).toThrow('file name')
  })
})

test('DOC-03 /help opens a page that has the heading report-issue', () => {
  expect(help.pages[0]?.headings).toContainEqual(expect.objectContaining({ anchor: 'report-issue', title: 'Report issue' }))
})

test('DOC-03 an unknown page shows No title and No content', () => {
  expect(findPage(guide.pages, 'nowhere')).toMatchObject({ name: 'No title', nodes: [{ type: 'paragraph', children: ['No content'] }] })
})

const markedParts = ({ text, ranges }: { text: string; ranges: [number, number][] }) => ranges.map(([start, end]) => text.slice(start, end))

test('DOC-03 search lists matches in names first and then in content, and highlights them', () => {
  const hits = searchPages(guide.pages, 'EMERGENCY')
  expect(hits[0]).toMatchObject({ path: 'emergency', name: { ranges: [[0, 9]] } })
  expect(hits.length).toBeGreaterThan(4)
  const [spray] = searchPages(guide.pages, 'spray')
  expect(spray?.heading).toMatchObject({ text: 'Clean your bike', anchor: 'clean-your-bike' })
  expect(markedParts(spray?.snippet ?? { text: '', ranges: [] })).toContain('Spray')
})

test('DOC-03 search requires every word, treats special characters literally and finds nothing for an empty query', () => {
  expect(searchPages(guide.pages, 'eagle nests').map((hit) => hit.path)).toContain('code-conduct')
  expect(searchPages(guide.pages, 'eagle zebra')).toEqual([])
  expect(searchPages(guide.pages, '.*')).toEqual([])
  expect(searchPages(guide.pages, '  ')).toEqual([])
})

test('DOC-03 search snippets have at most 150 characters and contain the match, whatever the text and the query', () => {
  const words = fc.array(fc.constantFrom('signal', 'İstanbul', 'ſ', 'trail', '(', '👋', 'x'.repeat(200), 'a.b'), {
    minLength: 1,
    maxLength: 120,
  })
  fc.assert(
    fc.property(words, fc.nat(), fc.string({ unit: 'binary' }), (parts, pick, noise) => {
      const page = createPage({ name: 'Name', headings: [], text: parts.join(' ') })
      const query = parts[pick % parts.length] ?? ''
      const [hit] = searchPages([page], query)
      expect(hit?.snippet.text.length).toBeLessThanOrEqual(SNIPPET_LENGTH)
      if (query.length < 100) expect(hit?.snippet.ranges.length).toBeGreaterThan(0)
      searchPages([page], noise)
    }),
  )
})

test('DOC-05 the emergency page has a link that calls 000', () => {
  expect(linksOf(findPage(guide.pages, 'emergency').nodes)).toContain('tel:000')
})

describe('DOC-06 the guide states the facts of the data document', () => {
  test.for([
    ['markers about every 1 km', 'emergency', /about every 1 km/],
    ['hygiene spray 30 seconds', 'code-conduct', /Spray the bike for 30 seconds/],
    ['e-bike assist 200 watts', 'code-conduct', /200 watts/],
    ['about 15 eagle nests', 'code-conduct', /about 15 eagle nests/],
    ['hashtag advice 6 to 10', 'contacts', /6 to 10 hashtags/],
    ['accounts by email, with five details', 'request-account', /Email the council.*name.*email.*phone.*organisation.*reason/],
    ['who can get an account', 'request-account', /Emergency services.*Commercial operators.*Volunteers.*Club members.*stakeholders/],
    ['closures at the council’s discretion', 'about', /council.*close trails at its discretion/],
    ['status messages on the home page', 'before-you-ride', /status messages for each network on the home page/],
    ['the Access layer', 'emergency', /Access layer/],
    ['location button and copied coordinates', 'trails-information', /location button.*coordinates at the bottom left to copy them/],
    ['emergency number', 'emergency', /Call 000/],
    [
      'signal colours',
      'emergency',
      /Green, Good, up to 110 · Orange, Poor or unreliable, above 110 and below 125 · Red, No connection, 125 or more/,
    ],
    ['signal readings', 'emergency', /Telstra and Optus and range from about 95 to 141/],
    ['access route colours', 'emergency', /4WD, Red, dashed · 2WD, Purple, dashed · On foot, Pink, dashed/],
    ['landing zones', 'emergency', /min 30 x 30/],
    ['access limits', 'emergency', /within 100 m or 500 m/],
  ] as const)('%s', ([, path, fact]) => {
    expect(textOf(path)).toMatch(fact)
  })

  // Name, rating, type, metres and area, from the network's own list of trails.
  const TRAILS = [
    ['Town Link', 'green', 'link', 3755, 'St Helens'],
    ['Humpback', 'green', 'loop', 1019, 'St Helens'],
    ['Rock Lobster', 'blue', 'loop', 4144, 'St Helens'],
    ['Swell Done', 'green', 'loop', 725, 'St Helens'],
    ['Trail Head', 'green', 'loop', 219, 'St Helens'],
    ['Eagle Eye', 'green', 'loop', 1061, 'St Helens'],
    ['Old Salty Dog', 'blue', 'descent', 6021, 'St Helens'],
    ['Seeya Later', 'blue', 'descent', 3887, 'St Helens'],
    ['Wedged In', 'blue', 'loop', 4530, 'St Helens'],
    ['Over There', 'green', 'loop', 142, 'St Helens'],
    ['Pearla', 'green', 'loop', 1660, 'St Helens'],
    ['Icarus', 'black', 'descent', 1753, 'St Helens'],
    ['Send Helens', 'black', 'descent', 3970, 'St Helens'],
    ['Shucka', 'black', 'descent', 409, 'St Helens'],
    ['Bay of Fires', 'green', 'adventure', 42244, 'Bay of Fires'],
    ['Dreaming Pools', 'blue', 'adventure', 25591, 'Dreaming Pools'],
    ['Blue Tier', 'blue', 'adventure', 20559, 'Bay of Fires'],
    ['Garnup', 'blue', 'descent', 6480, 'St Helens'],
    ['Icarus Link Trail', 'link', 'link', 1583, 'St Helens'],
    ['Garnup X See Ya Later to Icurus Link', 'link', 'link', 421, 'St Helens'],
    ['Mack 10', 'black', 'descent', 1814, 'St Helens'],
  ] as const
  const inKm = (metres: number) => `${(Math.round(metres / 10) / 100).toFixed(2)} km`

  test('lists every trail under its area with rating, type and length', () => {
    let area = ''
    const listed: string[][] = []
    for (const node of findPage(guide.pages, 'trails-information').nodes) {
      if (node.type === 'heading') area = node.children.join('')
      if (node.type === 'table' && node.head.flat()[0] === 'Trail')
        listed.push(...node.rows.map((row) => [...row.flat().map(String), area]))
    }
    const expected = TRAILS.map(([name, rating, type, metres, of]) => [name, rating, type, inKm(metres), of])
    expect(listed.toSorted()).toEqual(expected.toSorted())
  })

  test('the totals of each area are right', () => {
    const sum = (area: string) => inKm(TRAILS.filter((trail) => trail[4] === area).reduce((metres, trail) => metres + trail[3], 0))
    expect(textOf('trails-information')).toContain(`18 trails, ${sum('St Helens')}`)
    expect(textOf('trails-information')).toContain(`2 trails, ${sum('Bay of Fires')}`)
    expect(textOf('trails-information')).toContain(`1 trail, ${sum('Dreaming Pools')}`)
  })
})
