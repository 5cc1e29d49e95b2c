import { styled } from '@mui/material/styles'
import type { SyncState } from '@trailwarden/sync'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { iconCloudDone, iconSyncProblem } from '../record/record-icons.ts'

/** Returns "computer" for a device whose main pointer isn't a touch screen, because that is what people call it. */
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

/** Returns the sentence about unsent data on this device. If the sentence is about a part of a record, it starts with `what`. */
export const savedHere = (what = 'Saved') => `${what} on this ${thisDevice()}. It will be sent when there is signal.`

/** Shows whether a record's newest change has been sent, with the same icon, colour and sentence on cards, records and the status bar. */
export function SyncStateLine({ state, long = false, text }: { state: SyncState; long?: boolean; text?: string }) {
  const usual = { local: long ? savedHere() : `Saved on this ${thisDevice()}`, sent: 'Sent', attention: 'Needs you' }
  return (
    <Line data-state={state}>
      <Icon path={ICONS[state]} size={20} />
      {text ?? usual[state]}
    </Line>
  )
}
