import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SITE_POLICY } from '@trailwarden/site'
import { onTestFinished } from 'vitest'

const PAGE =
  '<!doctype html><head><title><!--title--></title></head><script data-first></script><!--page-data--><div id="root"><!--app--></div>'
const PRERENDER = `
export const NONCE = 'nonce-of-the-build'
let renders = 0
const render = (name) => '<p>' + name + '</p><i>render ' + ++renders + '</i>'
export const prerenderHome = () => render('home')
export const prerenderHomeShell = () => render('home shell')
export const prerenderFrame = (_data, _bundle, _now, path) => render('frame ' + path)
export const prerenderGuide = (data, guide, { path }) => ({ title: 'Guide', description: '', structured: {}, markup: render('guide ' + path) })
export const prerenderEmbed = () => render('embed')
export const prerenderTrailEmbed = (data, bundle, trailId) => render('embed ' + trailId)
export const prerenderEmergency = (data, bundle, path) => render(path)
export const prerenderTrails = (data, bundle, { path, publicUrl }) =>
  ({ title: 'Trail <1>', description: 'A "trail"', structured: { url: publicUrl + path, name: '</script>' }, markup: render(path) })
export const prerenderPreview = () => ({ title: 'Trail status', rows: [], text: 'North: Open.', asOf: 'As of now.' })
export const firstLines = () => ({ layers: [], features: [] })
export const aboutScreen = (data, bundle, path) => (path === '/shell.html' || path === '/home-shell.html' ? null : { title: 'Screen', description: '' })
export const prerenderNotFound = () => render('not found')
`

/** For tests that aren't about the web app. The build counts its renders. */
export function createWebBuild(): string {
  const folder = mkdtempSync(join(tmpdir(), 'web-build-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  mkdirSync(join(folder, 'client'))
  mkdirSync(join(folder, 'prerender'))
  for (const file of ['index.html', 'emergency.html']) writeFileSync(join(folder, 'client', file), PAGE)
  writeFileSync(join(folder, 'client/service-worker.js'), `precache([{ url: '/shell.html', revision: 'build-${SITE_POLICY}' }])`)
  writeFileSync(join(folder, 'prerender/package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'prerender/prerender.js'), PRERENDER)
  return folder
}
