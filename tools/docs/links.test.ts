import { join } from 'node:path'
import { expect, test } from 'vitest'
import { anchorsIn, linkIssue, linksIn } from './links.ts'

const here = join(import.meta.dirname, 'page.md')

test('gives headings the same anchors as GitHub', () => {
  const text = '# A `code`, and more\n\n## Same\n\n## Same\n\n### With [a link](x.md)\n\n```sh\n# no heading\n```\n'
  expect([...anchorsIn(text)]).toEqual(['a-code-and-more', 'same', 'same-1', 'with-a-link'])
})

test('finds links in text, including those with a title or in HTML, but not in code', () => {
  const text =
    '[a](b.md#c) ![d](e.webp "f") <a href="g.md">h</a> `[i](j.md)` [k](https://example.org)\n\n```html\n<a href="l.md">m</a>\n```\n'
  expect(linksIn(text)).toEqual(['b.md#c', 'e.webp', 'g.md'])
})

test.each([
  ['a file', '../../README.md', null],
  ['a heading', '../../README.md#quick-start', null],
  ['a missing file', 'missing.md', 'link to missing.md is broken'],
  ['a missing heading', '../../README.md#missing', 'link to ../../README.md#missing: the heading does not exist'],
])('a link to %s', (_, target, issue) => {
  expect(linkIssue(here, target)).toBe(issue)
})
