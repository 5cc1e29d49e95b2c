import type { QuickAddIcon } from '#parts/feature.ts'
import { iconChecklist, iconNotifications, iconSignpost } from '#ui/icons/icons.ts'
import { iconCampaign, iconPersonAdd } from '#ui/icons/screen-icons.ts'
import { FEATURES } from '../../features.ts'

const ICONS: Record<QuickAddIcon, string> = {
  action: iconChecklist,
  update: iconCampaign,
  notice: iconNotifications,
  point: iconSignpost,
  person: iconPersonAdd,
}

export const QUICK_ADD = FEATURES.flatMap(({ quickAdd = [] }) => quickAdd)
  .toSorted((a, b) => a.order - b.order)
  .map(({ icon, ...item }) => ({ ...item, icon: ICONS[icon] }))
