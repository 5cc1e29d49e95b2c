import { Link, useSearchParams } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { ACCESS_DENIED } from '#lib/messages/account.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { CentredPage } from '#ui/centred-page.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconHomeFill } from '#ui/icons/icons.ts'
import { iconLockFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, rem } from '#ui/theme/theme.ts'

const Panel = styled(Card)({
  display: 'grid',
  justifyItems: 'center',
  gap: 12,
  padding: 24,
  textAlign: 'center',
  '& i': {
    display: 'grid',
    placeItems: 'center',
    width: 88,
    height: 88,
    borderRadius: '50%',
    background: colour('warningContainer'),
    color: colour('warningText'),
  },
  '& h2': { fontSize: rem(24), lineHeight: rem(30), fontWeight: 700 },
  '& p': { color: colour('text2') },
  '& a': { width: '100%', minHeight: 56 },
})

export function AccessDenied() {
  const { site } = usePageData()
  const role = useSession()?.role ?? 0
  const needed = Number(useSearchParams()[0].get('role'))
  const missing = site.roleTitles[needed]
  return (
    <CentredPage sx={{ alignContent: 'center', minHeight: '66dvh' }}>
      <Panel role="alert">
        <i>
          <Icon path={iconLockFill} size={48} />
        </i>
        <h2>Access Denied</h2>
        <p>{ACCESS_DENIED}</p>
        {missing && needed > role && (
          <p>
            Your role is {site.roleTitles[role]}, but this page requires the {missing} role.
          </p>
        )}
        <Button variant="contained" component={Link} to="/">
          <Icon path={iconHomeFill} />
          Back to Home
        </Button>
        <Button component="a" href={`mailto:${site.accountRequestEmail}`}>
          Ask for access
        </Button>
      </Panel>
    </CentredPage>
  )
}
