import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './pages.ts'

type Tokens = { colorSchemes: Record<'light' | 'dark', { palette: { roles: Record<string, string> } }> }

const ROLES: Readonly<Record<string, string>> = {
  '--vp-c-brand-1': 'link',
  '--vp-c-brand-2': 'link',
  '--vp-c-brand-3': 'primary',
  '--vp-c-brand-soft': 'primaryContainer',
  '--vp-c-bg': 'surface',
  '--vp-c-bg-alt': 'surfaceAlt',
  '--vp-c-bg-elv': 'surface',
  '--vp-c-bg-soft': 'surfaceAlt',
  '--vp-c-text-1': 'text',
  '--vp-c-text-2': 'text2',
  '--vp-c-text-3': 'text3',
  '--vp-c-border': 'outline',
  '--vp-c-divider': 'line',
  '--vp-c-gutter': 'line',
}

/** Without scrolling, the columns of wide tables would shrink to one word per line on phones. */
const TABLES = '.vp-doc td{min-width:7em}.vp-doc td:last-child:nth-child(n+3){min-width:14em}'

export function brandStyles(): string {
  const { colorSchemes } = JSON.parse(readFileSync(join(ROOT, 'apps/web/src/ui/theme/tokens.json'), 'utf8')) as Tokens
  const rules = (scheme: 'light' | 'dark') =>
    Object.entries(ROLES)
      .map(([variable, role]) => `${variable}:${colorSchemes[scheme].palette.roles[role]}`)
      .join(';')
  return `html:root{${rules('light')}}html.dark{${rules('dark')}}${TABLES}`
}
