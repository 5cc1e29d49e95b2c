import { expect, test } from 'vitest'
import { composeEmail } from './compose.ts'

test('markup in names, texts and links is shown as text in an email', () => {
  const markup = '<img src=x onerror="alert(1)">'
  const link = { title: markup, url: 'https://example.org/?b="><script>' }
  const { html = '', text } = composeEmail(markup, markup, markup, [markup], link)
  expect(html).not.toMatch(/<(img|script)/)
  // In the title, the greeting, the text, the link and the signature.
  expect(html.split('&#60;img src=x onerror=&#34;alert(1)&#34;&#62;')).toHaveLength(6)
  expect(html).toContain('href="https://example.org/?b=&#34;&#62;&#60;script&#62;"')
  expect(text).toContain(`Hello ${markup},`)
})
