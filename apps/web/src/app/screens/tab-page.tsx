import type { ReactNode } from 'react'
import { NavLink, Outlet } from 'react-router'
import { usePageData } from '#data/page-data.ts'
import { useSession } from '#data/session.ts'
import { TabRow } from '#parts/page/tab-tools.tsx'
import { styled } from '#ui/styled.ts'
import { colour, DESKTOP, font, rem } from '#ui/theme/theme.ts'
import { isOffered } from '../guard.ts'
import { barTabs, type Tab } from '../tabs.ts'

const Bar = styled('nav')({
  display: 'flex',
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& a': {
    flex: '1 1 auto',
    display: 'grid',
    placeItems: 'center',
    minHeight: 52,
    padding: '4px 10px',
    font: font('600 14px/18px'),
    whiteSpace: 'nowrap',
    color: colour('text2'),
    textDecoration: 'none',
    borderBlock: '3px solid transparent',
    outlineOffset: -4,
  },
  '& a[aria-current=page]': { color: colour('link'), borderBottomColor: colour('primary') },
  [DESKTOP]: { padding: '0 24px', '& a': { flex: 'none', padding: '4px 20px', fontSize: rem(15) } },
})

export function TabPage({ base, title, tabs, above }: { base: string; title: string; tabs: readonly Tab[]; above?: ReactNode }) {
  const role = useSession()?.role ?? 0
  const data = usePageData()
  return (
    <TabRow
      tabs={
        <Bar aria-label={title}>
          {barTabs(tabs, data)
            .filter((tab) => isOffered(role, tab))
            .map((tab) => (
              <NavLink key={tab.path} to={`${base}/${tab.path}`}>
                <span>
                  {tab.title}
                  {tab.Waiting && <tab.Waiting />}
                </span>
              </NavLink>
            ))}
        </Bar>
      }
    >
      {above}
      <Outlet />
    </TabRow>
  )
}
