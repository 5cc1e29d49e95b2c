/**
 * The page has home's current text in one file with minimal styling. Each run generates it again, so that it never has less text than home.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { type Server, startBareServer } from '../server/servers.ts'

const STYLE = `
* { box-sizing: border-box; margin: 0; padding: 0 }
body { font: 16px/1.5 system-ui, sans-serif; color: #0b171d; background: #f3f6f7; padding-bottom: 77px }
header { background: #006b87; color: #fff; padding: 14px 20px }
h1, h2 { font-size: 20px; line-height: 1.3 }
h3 { font-size: 17px }
ul { list-style: none }
p, footer { font-size: 14px }
section { background: #fff; border: 1px solid #d5dee2; border-radius: 12px; margin: 0 16px 16px; padding: 12px 16px }
section li { padding: 12px 0 }
[href="#main"]:not(:focus) { position: fixed; clip-path: inset(50%) }
footer { text-align: center; padding: 20px }
nav { position: fixed; inset: auto 0 0; display: flex; background: #fff; padding: 20px; gap: 40px }`

const QUIET_MS = 1500

async function readHome(browser: Browser, url: string): Promise<{ title: string; body: string }> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    ignoreHTTPSErrors: true,
    serviceWorkers: 'block',
  })
  try {
    const page = await context.newPage()
    await page.goto(url, { waitUntil: 'networkidle' })
    // Parts of home load later, especially on a busy machine.
    for (let before = ''; ; ) {
      const text = (await page.locator('body').textContent()) ?? ''
      if (text === before) break
      before = text
      await page.waitForTimeout(QUIET_MS)
    }
    return await page.evaluate(() => {
      const COPIED = /^(a|b|strong|h[1-6]|header|main|section|nav|footer|ul|ol|li|p|time)$/
      const OMITTED = /^(script|style|template|noscript|svg|img|picture|canvas)$/
      const escaped = (text: string) => text.replace(/[<>&"]/g, (c) => `&#${c.charCodeAt(0)};`)
      const write = (node: Node): string => {
        if (node.nodeType === Node.TEXT_NODE) return escaped(node.textContent ?? '')
        if (!(node instanceof Element) || OMITTED.test(node.localName)) return ''
        const { display, visibility } = getComputedStyle(node)
        if (display === 'none' || visibility === 'hidden') return ''
        const inner = [...node.childNodes].map(write).join('')
        if (inner.trim() === '') return inner
        if (display === 'contents') return inner
        const name = COPIED.test(node.localName) ? node.localName : display.startsWith('inline') ? 'span' : 'div'
        const href = node.getAttribute('href')
        return `<${name}${href === null ? '' : ` href="${escaped(href)}"`}>${inner}</${name}>`
      }
      return { title: escaped(document.title), body: [...document.body.childNodes].map(write).join('') }
    })
  } finally {
    await context.close()
  }
}

const pageOf = ({ title, body }: { title: string; body: string }) =>
  `<!doctype html>
<html lang="en-AU"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<title>${title}</title><link rel="icon" href="data:," /><style>${STYLE}</style></head><body>${body}</body></html>
`

export async function startStaticHome(browser: Browser, url: string): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'static-home-'))
  const file = join(folder, 'index.html')
  try {
    writeFileSync(file, pageOf(await readHome(browser, url)))
    return await startBareServer('serve-static-home.ts', file)
  } finally {
    // The server has already read the file.
    rmSync(folder, { recursive: true, force: true })
  }
}
