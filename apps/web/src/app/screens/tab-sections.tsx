import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { useSession } from '#data/session.ts'
import type { SectionIcon } from '#parts/feature.ts'
import { Icon } from '#ui/icons/icon.tsx'
import { iconShieldPerson } from '#ui/icons/icons.ts'
import { iconLink, iconLockFill } from '#ui/icons/screen-icons.ts'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font } from '#ui/theme/theme.ts'
import { isOffered } from '../guard.ts'
import type { Tab } from '../tabs.ts'

const Columns = styled('div')({
  [DESKTOP]: { display: 'grid', gridTemplateColumns: '232px minmax(0, 1fr)', alignItems: 'stretch', minHeight: '100%' },
})

const Sections = styled('nav')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 8,
  padding: '12px 12px 0',
  '& a': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    minHeight: 48,
    padding: '0 14px',
    borderRadius: 8,
    font: font('500 15px/20px'),
    color: colour('text'),
    textDecoration: 'none',
  },
  '& a[aria-current=page]': { background: colour('primaryContainer'), color: colour('onPrimaryContainer'), fontWeight: 600 },
  [DESKTOP]: {
    flexDirection: 'column',
    flexWrap: 'nowrap',
    gap: 4,
    padding: 12,
    borderRight: `1px solid ${colour('line')}`,
    '& a': { minHeight: 44 },
  },
})

const ICONS: Record<SectionIcon, string> = { shield: iconShieldPerson, lock: iconLockFill, link: iconLink }

export type TabSectionsProps = { base: string; tab: Tab; sections: readonly Tab[] }

/** People who may open only one section don't need the list. */
export function TabSections({ base, tab, sections, children }: TabSectionsProps & { children: ReactNode }) {
  const role = useSession()?.role ?? 0
  const offered = sections.filter((one) => isOffered(role, one))
  if (offered.length < 2) return children
  return (
    <Columns>
      <Sections aria-label={tab.title}>
        {offered.map(({ path, title, section }) => (
          <NavLink key={path} to={`${base}/${path}`} end>
            {section && <Icon path={ICONS[section.icon]} size={20} />}
            {section?.title ?? title}
          </NavLink>
        ))}
      </Sections>
      {children}
    </Columns>
  )
}
