import type { Person } from '@trailwarden/domain'
import { usePageData } from '#data/page-data.ts'
import { styled } from '#ui/styled.ts'
import { colour, font } from '#ui/theme/theme.ts'

const Level = styled('span')({
  padding: '2px 8px',
  borderRadius: 6,
  font: font('600 13px/18px'),
  whiteSpace: 'nowrap',
  background: colour('surfaceSunken'),
  color: colour('text2'),
  '&[data-above-member=true]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer') },
})

export function UserLevel({ user: { role, disabled } }: { user: Pick<Person, 'role' | 'disabled'> }) {
  const { site } = usePageData()
  return (
    <Level data-above-member={role > 1}>
      {site.roleTitles[role]}
      {disabled && ', disabled'}
    </Level>
  )
}
