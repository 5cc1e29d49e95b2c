import Drawer from '@mui/material/Drawer'
import { styled } from '@mui/material/styles'
import { usePageData } from '#data/page-data.ts'
import { Logo } from '#parts/logo.tsx'
import { colour } from '#ui/theme.ts'
import { Menu } from './menu.tsx'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  margin: '0 16px',
  padding: 'calc(16px + env(safe-area-inset-top)) 0 14px',
  borderBottom: `1px solid ${colour('line')}`,
  color: colour('primary'),
  '& b': { display: 'block', color: colour('text'), fontSize: 18 },
  '& span': { fontSize: 14, color: colour('text2') },
})

/** The left menu on a phone: over the page, closed by choosing, by Escape or by a tap beside it. */
export function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { site } = usePageData()
  return (
    <Drawer open onClose={onClose} slotProps={{ paper: { sx: { width: 304 }, 'aria-label': 'Main menu', role: 'dialog' } }}>
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
