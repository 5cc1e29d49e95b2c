import { styled } from '@mui/material/styles'
import type { SyncState } from '@trailwarden/sync'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { Icon } from '#ui/icon.tsx'
import { iconMobileCheck } from '#ui/screen-icons.ts'
import { colour, font } from '#ui/theme.ts'
import { iconCloudDone, iconSyncProblem } from './record-icons.ts'

/** People say "computer" of what has no touch screen as its main pointer. */
export const thisDevice = () => (matchMedia('(pointer: coarse)').matches || innerWidth < DESKTOP_PX ? 'phone' : 'computer')

const Line = styled('span')({
  display: 'inline-flex',
  alignItems: 'center',
  gap: 6,
  font: font('500 13px/18px'),
  '&[data-state=local]': { color: colour('syncLocal') },
  '&[data-state=sent]': { color: colour('syncSent') },
  '&[data-state=attention]': { color: colour('syncAttention'), fontWeight: 600 },
})

const ICONS = { local: iconMobileCheck, sent: iconCloudDone, attention: iconSyncProblem }

/** The sentence about what is on this device alone; `what` begins it where it is about a part of a record. */
export const savedHere = (what = 'Saved') => `${what} on this ${thisDevice()}. It will be sent when there is signal.`

/** Where a record's newest change is: the same icon, colour and sentence on cards, records and the bar. */
export function SyncStateLine({ state, long = false, text }: { state: SyncState; long?: boolean; text?: string }) {
  const usual = { local: long ? savedHere() : `Saved on this ${thisDevice()}`, sent: 'Sent', attention: 'Needs you' }
  return (
    <Line data-state={state}>
      <Icon path={ICONS[state]} size={20} />
      {text ?? usual[state]}
    </Line>
  )
}
