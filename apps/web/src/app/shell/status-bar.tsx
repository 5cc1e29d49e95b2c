import { styled } from '@mui/material/styles'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#ui/icon.tsx'
import { iconChevronRight, iconCloudOff } from '#ui/icons.ts'
import { font } from '#ui/theme.ts'

const Bar = styled('div')({
  minHeight: 48,
  font: font('500 14px/18px'),
  background: '#10212A',
  color: '#fff',
  '[data-theme=dark] &': { background: '#263640', color: '#EAF1F4' },
  '& > *': { display: 'flex', alignItems: 'center', gap: 10, minHeight: 48, padding: '6px 16px', color: 'inherit', textDecoration: 'none' },
  '& > a:focus-visible': { outlineColor: '#fff', outlineOffset: -4 },
  '& > * > span': { flex: 1 },
})

/** Why the device is on its own. */
export const CONNECTION_WORDS = { 'no-signal': 'No signal', 'no-server': "Can't reach the server" }

/** The dark line under the top bar: what there is to know, and, where there is more, the way to it. */
export function StatusBar({ parts, to, icon = iconCloudOff }: { parts: readonly ReactNode[]; to?: string; icon?: string }) {
  const text = (
    <>
      <Icon path={icon} />
      <span>{parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part]))}</span>
      {to && <Icon path={iconChevronRight} />}
    </>
  )
  return <Bar role="status">{to ? <Link to={to}>{text}</Link> : <div>{text}</div>}</Bar>
}
