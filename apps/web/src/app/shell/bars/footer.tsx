import { Link } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { VERSION_LABEL } from '#lib/messages/frame.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, typography } from '#ui/theme/theme.ts'

const Foot = styled('footer')({
  ...typography.body2,
  display: 'flex',
  flexWrap: 'wrap',
  justifyContent: 'center',
  alignItems: 'center',
  gap: '4px 20px',
  minHeight: 48,
  padding: '20px 16px 24px',
  color: colour('text2'),
  '& a': { display: 'grid', placeItems: 'center', minWidth: 48, minHeight: 48, color: colour('link'), textUnderlineOffset: 3 },
  [DESKTOP]: {
    justifyContent: 'flex-start',
    gap: '4px 24px',
    padding: '4px 24px 12px',
    'main:has([data-sidebar]) + &': { position: 'relative', width: 'fit-content', margin: '-64px 0 0 248px', padding: '0 40px 12px' },
  },
})

export function Footer() {
  return (
    <Foot>
      <span>{usePageData().site.subtitle}</span>
      <span>Version {VERSION_LABEL}</span>
      <Link to="/help">Help</Link>
      <span>Built by Trailwarden</span>
    </Foot>
  )
}
