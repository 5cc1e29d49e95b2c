import { escapeHtml } from '#http/html.ts'
import type { Written } from './mail.ts'

/** A letter in plain words and as HTML with the same words; a link, if there is one, comes before the signature. */
export function composeLetter(
  signature: string,
  subject: string,
  name: string,
  paragraphs: readonly string[],
  link?: { title: string; url: string },
): Written {
  const text = [`Hello ${name},`, ...paragraphs, ...(link ? [`${link.title}:\n${link.url}`] : []), signature]
  const button = link && `<p><a href="${escapeHtml(link.url)}">${escapeHtml(link.title)}</a></p>`
  const html = text.map((part) => (link && part.endsWith(link.url) ? button : `<p>${escapeHtml(part)}</p>`))
  const page = `<!doctype html><html lang="en-AU"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head><body>`
  return { subject, text: `${text.join('\n\n')}\n`, html: `${page}${html.join('\n')}</body></html>` }
}
