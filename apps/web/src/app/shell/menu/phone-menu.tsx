import { IconButton } from '#ui/button.tsx'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconSos } from '#ui/icons/icons.ts'
import { iconClose } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, typography } from '#ui/theme/theme.ts'
import { EmergencyLink } from '../bars/emergency-link.tsx'
import { Menu } from './menu.tsx'

const Body = styled('nav')({
  flex: 1,
  minHeight: 0,
  overflowY: 'auto',
  overscrollBehavior: 'contain',
  padding: 'env(safe-area-inset-top) 0 0 env(safe-area-inset-left)',
})

const Foot = styled('div')({ padding: '8px 16px calc(20px + env(safe-area-inset-bottom))' })

const Emergency = styled(EmergencyLink)({
  ...typography.button,
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'center',
  gap: 10,
  minHeight: 56,
  borderRadius: 8,
  background: colour('emergency'),
  color: colour('onEmergency'),
})

export function PhoneMenu({ onClose, onEmergency }: { onClose: () => void; onEmergency: () => void }) {
  return (
    <Drawer onClose={onClose} slotProps={{ paper: { sx: { width: 304 }, 'aria-label': 'Main menu', role: 'dialog' } }}>
      <Body aria-label="Main menu">
        <Menu
          onChoose={onClose}
          close={
            <IconButton aria-label="Close" onClick={onClose}>
              <Icon path={iconClose} />
            </IconButton>
          }
        />
      </Body>
      <Foot>
        <Emergency onOpen={onEmergency}>
          <Icon path={iconSos} />
          Emergency
        </Emergency>
      </Foot>
    </Drawer>
  )
}
