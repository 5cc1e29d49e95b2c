import { MANAGER } from '@trailwarden/domain'
import { iconChecklist, iconNotifications, iconSignpost } from '#ui/icons.ts'
import { iconCampaign, iconPersonAdd } from '#ui/screen-icons.ts'

/** What the quick-add menu offers, by role. */
export const QUICK_ADD: readonly { path: string; title: string; icon: string; role: number }[] = [
  { path: '/actions/add', title: 'Add an Action', icon: iconChecklist, role: MANAGER },
  { path: '/updates/add', title: 'Post an update', icon: iconCampaign, role: MANAGER },
  { path: '/notices/add', title: 'Post a notice', icon: iconNotifications, role: MANAGER },
  { path: '/geopoints/add', title: 'Add a point', icon: iconSignpost, role: MANAGER },
  { path: '/users/add', title: 'Add a user', icon: iconPersonAdd, role: MANAGER },
]
