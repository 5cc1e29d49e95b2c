import { useAppUpdate } from '#platform/app-update.ts'
import { IconButton } from '#ui/button.tsx'
import { Hint } from '#ui/feedback/hint.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconUpdate } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'
import { updateNow } from './app-actions.ts'

const Badge = styled('b')({
  position: 'absolute',
  top: 2,
  right: 0,
  display: 'grid',
  placeItems: 'center',
  width: 20,
  height: 20,
  borderRadius: 10,
  font: font('700 12px/1'),
  background: colour('warning'),
  color: colour('onWarning'),
})

export function UpdateButton() {
  const { isWaiting } = useAppUpdate()
  if (!isWaiting) return null
  return (
    <Hint text="Update">
      <IconButton aria-label="Update available" onClick={() => void updateNow()}>
        <Icon path={iconUpdate} />
        <Badge aria-hidden="true">1</Badge>
      </IconButton>
    </Hint>
  )
}
