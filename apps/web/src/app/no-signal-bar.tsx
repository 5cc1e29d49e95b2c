import { styled } from '@mui/material/styles'
import { useHasSignal } from '#data/signal.ts'
import { Icon } from '#ui/icon.tsx'
import { iconCloudOff } from '#ui/icons.ts'

const Bar = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minHeight: 48,
  padding: '6px 16px',
  font: '500 14px/18px "Inter Variable", Inter, Roboto, system-ui, sans-serif',
  background: '#10212A',
  color: '#fff',
  '[data-theme=dark] &': { background: '#263640', color: '#EAF1F4' },
})

/** No signal is a state, not an error: it is said quietly, and everything already on the device goes on working. */
export function NoSignalBar() {
  if (useHasSignal()) return null
  return (
    <Bar role="status">
      <Icon path={iconCloudOff} />
      <span>
        <b>No signal</b> · showing what is saved on this device
      </span>
    </Bar>
  )
}
