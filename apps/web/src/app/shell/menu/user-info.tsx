import type { Person } from '@trailwarden/domain'
import type { ReactNode } from 'react'
import { usePageData } from '#data/page-data.ts'
import { Avatar } from '#parts/person/avatar.tsx'
import { Icon } from '#ui/icons/icon.tsx'
import { iconPersonFill } from '#ui/icons/icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, rem } from '#ui/theme/theme.ts'

const Root = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 12,
  padding: '12px 16px 8px',
  '& > div': { flex: 1, minWidth: 0 },
  '& > div > *': { display: 'block', overflow: 'hidden', textOverflow: 'ellipsis' },
  '& b': { fontSize: rem(16), lineHeight: rem(20), fontWeight: 600 },
  '& > div > span': { fontSize: rem(14), lineHeight: rem(20), color: colour('text2') },
  [DESKTOP]: { marginBottom: 8, padding: '12px 8px 24px 16px', borderBottom: `1px solid ${colour('line')}` },
})

const Nobody = styled('i')({
  display: 'grid',
  placeItems: 'center',
  flex: 'none',
  width: 40,
  height: 40,
  borderRadius: 20,
  background: colour('primaryContainer'),
  color: colour('onPrimaryContainer'),
})

/** `children` is at the end of the row. */
export function UserInfo({ person, children }: { person: Person | null; children?: ReactNode }) {
  const { site } = usePageData()
  return (
    <Root>
      {person ? (
        <Avatar name={person.displayName} picture={person.pictureId} />
      ) : (
        <Nobody>
          <Icon path={iconPersonFill} />
        </Nobody>
      )}
      <div>
        <b>{person ? person.displayName : site.roleTitles[0]}</b>
        {person && <span title={person.email}>{person.email}</span>}
        <span>{person ? `${site.roleTitles[person.role]} · Level ${person.role}` : 'Not logged in'}</span>
      </div>
      {children}
    </Root>
  )
}
