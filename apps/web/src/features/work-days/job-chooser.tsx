import { type Action, placeLine, ratingPriority } from '@trailwarden/domain'
import { JOBS_MAX, type WorkDayJob } from '@trailwarden/domain/work-day/work-day-kind'
import { useMemo, useState } from 'react'
import { useSiteData } from '#parts/trail/site-data.ts'
import { Button } from '#ui/button.tsx'
import { Muted } from '#ui/card.tsx'
import { SelectField } from '#ui/form/field.tsx'
import { TickList } from './tick-list.tsx'

const EVERYWHERE = ''
const SHOWN = 50

type Props = { actions: readonly Action[]; jobs: readonly WorkDayJob[]; onChange: (jobs: WorkDayJob[]) => void }

export function JobChooser({ actions, jobs, onChange }: Props) {
  const trails = useSiteData()?.index ?? null
  const [area, setArea] = useState(EVERYWHERE)
  const [shown, setShown] = useState(SHOWN)
  const areas = useMemo(() => [...new Set(actions.map((action) => action.area))].sort((a, b) => a.localeCompare(b)), [actions])
  const offered = useMemo(
    () =>
      actions
        .filter((action) => area === EVERYWHERE || action.area === area)
        .toSorted((a, b) => ratingPriority(a.rating) - ratingPriority(b.rating) || Date.parse(a.createdAt) - Date.parse(b.createdAt)),
    [actions, area],
  )
  const chosen = jobs.map(({ actionId }) => actionId)
  const toggle = (id: string) => {
    const what = actions.find((action) => action.id === id)?.description ?? ''
    const others = jobs.filter(({ actionId }) => actionId !== id)
    onChange(others.length < jobs.length ? others : [...jobs, { actionId: id, what, minutes: null, tools: '' }])
  }
  return (
    <>
      <SelectField
        label="Area"
        value={area}
        onChange={({ target }) => setArea(target.value)}
        options={[{ value: EVERYWHERE, title: 'All areas' }, ...areas.map((name) => ({ value: name, title: name }))]}
      />
      <Muted role="status">
        {chosen.length} of {actions.length} unresolved Actions chosen
      </Muted>
      {offered.length > 0 && (
        <TickList
          items={offered
            .slice(0, shown)
            .map((action) => ({ id: action.id, title: action.description, about: `${action.rating} · ${placeLine(trails, action)}` }))}
          ticked={chosen}
          most={JOBS_MAX}
          onToggle={toggle}
        />
      )}
      {offered.length > shown && (
        <Button variant="text" onClick={() => setShown(shown + SHOWN)}>
          Show more
        </Button>
      )}
    </>
  )
}
