import { type LoaderFunction, replace } from 'react-router'
import { pageData } from '#data/page-data.ts'
import { signedInPerson } from '#data/session.ts'
import type { FeatureTab } from '#parts/feature.ts'
import { FEATURES } from './features.ts'
import { isOffered, needsRole, redirectFrom } from './guard.ts'

export type Tab = FeatureTab

export const tabsOf = (page: Tab['page']): readonly Tab[] => FEATURES.flatMap(({ tabs = [] }) => tabs.filter((tab) => tab.page === page))

const isAvailable = (tab: Tab, data = pageData.get()) => !tab.isAvailable || (data !== null && tab.isAvailable(data))

export const barTabs = (tabs: readonly Tab[], data = pageData.get()) =>
  tabs.filter((tab) => isAvailable(tab, data) && !tab.path.includes('/'))

/** The top-level tab itself is the first section. A tab without other sections returns null. */
export function sectionsOf(tabs: readonly Tab[], { path }: Tab): { tab: Tab; sections: readonly Tab[] } | null {
  const [root = ''] = path.split('/')
  const tab = tabs.find((one) => one.path === root)
  const sections = tabs.filter((one) => isAvailable(one) && (one.path === root || one.path.startsWith(`${root}/`)))
  return tab && sections.length > 1 ? { tab, sections } : null
}

/** If no tab is open to the person, the redirect leads to login or to the page that names the missing role. */
export const toFirstTab =
  (base: string, tabs: readonly Tab[]): LoaderFunction =>
  (args, context) => {
    const role = signedInPerson()?.role ?? 0
    const shown = barTabs(tabs)
    const tab = shown.find((one) => isOffered(role, one))
    if (tab) return redirectFrom(new URL(args.request.url), `${base}/${tab.path}`)
    return needsRole(Math.min(...shown.map((one) => one.role ?? 0)))(args, context)
  }

/** A tab that this site doesn't have leads to the page for unknown addresses. */
export const guardOf =
  (tab: Tab): LoaderFunction =>
  (args, context) => {
    if (!isAvailable(tab)) return replace('/404')
    return tab.role === undefined ? null : needsRole(tab.role)(args, context)
  }
