import { escapeHtml } from '#http/pages/html.ts'
import type { Written } from './delivery.ts'

export function composeEmail(
  signature: string,
  subject: string,
  name: string,
  paragraphs: readonly string[],
  ...links: readonly { title: string; url: string }[]
): Written {
  const greeting = name ? `Hello ${name},` : 'Hello,'
  const text = [greeting, ...paragraphs, ...links.map(({ title, url }) => `${title}:\n${url}`), signature]
  const html = [
    ...[greeting, ...paragraphs].map((part) => `<p>${escapeHtml(part)}</p>`),
    ...links.map(({ title, url }) => `<p><a href="${escapeHtml(url)}">${escapeHtml(title)}</a></p>`),
    `<p>${escapeHtml(signature)}</p>`,
  ]
  const page = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`
  return { subject, text: `${text.join('\n\n')}\n`, html: `${page}${html.join('\n')}</body></html>` }
}
