import { styled } from '@mui/material/styles'
import { usePageData } from '#data/page-data.ts'
import { Logo } from '#parts/page/logo.tsx'
import { Drawer } from '#ui/dialog/drawer.tsx'
import { colour, rem } from '#ui/theme/theme.ts'
import { Menu } from './menu.tsx'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  margin: '0 16px',
  padding: 'calc(16px + env(safe-area-inset-top)) 0 14px',
  borderBottom: `1px solid ${colour('line')}`,
  color: colour('primary'),
  '& b': { display: 'block', color: colour('text'), fontSize: rem(18) },
  '& span': { fontSize: rem(14), color: colour('text2') },
})

export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { site } = usePageData()
  return (
    <Drawer onClose={onClose} slotProps={{ paper: { sx: { width: 304 }, 'aria-label': 'Main menu', role: 'dialog' } }}>
      <Head>
        <Logo size={44} ink={colour('surface')} />
        <div>
          <b>Trailwarden</b>
          <span>{site.subtitle}</span>
        </div>
      </Head>
      <nav aria-label="Main menu" style={{ display: 'contents' }}>
        <Menu onChoose={onClose} />
      </nav>
    </Drawer>
  )
}
