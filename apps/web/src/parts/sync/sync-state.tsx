import type { SyncState } from '@trailwarden/sync'
import { DESKTOP_PX } from '#lib/breakpoint.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconMobileCheck } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { iconCloudDone, iconSyncProblem } from '../record/record-icons.ts'

/** People call a device without a touch screen a computer. */
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

/** A sentence about a part of a record starts with `what`. */
export const savedHere = (what = 'Saved') => `${what} on this ${thisDevice()}. It will be sent when you have signal.`

/** Cards, records and the status bar use one icon, colour and sentence. */
export function SyncStateLine({ state, long = false, text }: { state: SyncState; long?: boolean; text?: string }) {
  const usual = { local: long ? savedHere() : `Saved on this ${thisDevice()}`, sent: 'Sent', attention: 'Needs you' }
  return (
    <Line data-state={state}>
      <Icon path={ICONS[state]} size={20} />
      {text ?? usual[state]}
    </Line>
  )
}
