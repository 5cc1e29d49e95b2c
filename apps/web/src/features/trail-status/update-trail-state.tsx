/** The part of the form that is about trails: what can be said of them, and what follows for their networks. */
import Button from '@mui/material/Button'
import { type KnownTrail, TrailStatus } from '@trailwarden/domain'
import { networkIdOf, type Trail } from '@trailwarden/site'
import type { ChangeEvent, ComponentProps, ReactNode } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { usePageData } from '#data/page-data.ts'
import { useSiteData } from '#parts/site-data.ts'
import { Muted } from '#ui/card.tsx'
import { linesAboutTrails } from './trail-lines.ts'
import { UpdateTrails } from './update-trails.tsx'
import { baseOf, messageName, statusName, trailPartOf, type UpdateValues, withFollowing, withStatus, withTrails } from './update-values.ts'

type Network = { id: string; name: string }
type StatusField = ComponentProps<'input'> & { error: string | undefined }

/** Messages are written from the closures until somebody writes their own; this is what is written. */
const MESSAGE_LENGTH = 280

export function useUpdateTrails(form: UseFormReturn<UpdateValues, unknown, UpdateValues>, values: UpdateValues) {
  const { site } = usePageData()
  const data = useSiteData()
  const trails: { trail: Trail; known: KnownTrail }[] = (data?.bundle.trails ?? []).flatMap((trail) => {
    const networkId = networkIdOf(site, trail)
    const posts = data?.index.markersAlong(trail).map(({ marker }) => marker.code) ?? []
    return networkId ? [{ trail, known: { id: trail.id, networkId, posts } }] : []
  })
  const known = trails.map((one) => one.known)
  const part = trailPartOf(values)

  const set = (next: UpdateValues) => {
    for (const [name, value] of Object.entries(next))
      if (value !== values[name]) form.setValue(name, value, { shouldDirty: true, shouldTouch: true, shouldValidate: true })
  }

  const lines = (networkId: string, of = values) =>
    linesAboutTrails(trailPartOf(of), networkId, data?.bundle.trails ?? [], site, new Date())

  const writtenMessage = (networkId: string, of: UpdateValues) => lines(networkId, of).join(' ').slice(0, MESSAGE_LENGTH)

  return {
    known,
    lines,
    /** A status chosen by hand closes or opens the trails as well where they can follow. */
    statusField: (network: Network, field: StatusField): StatusField => ({
      ...field,
      onChange: (event: ChangeEvent<HTMLInputElement>) => {
        field.onChange?.(event)
        const status = TrailStatus.safeParse(event.target.value)
        if (status.success) set({ ...values, ...withStatus(values, network, status.data, known, new Date()) })
      },
    }),
    follows(network: Network): ReactNode {
      const hasTrails = known.some(({ networkId }) => networkId === network.id)
      if (!hasTrails || !values[statusName(network)]) return null
      if (baseOf(values, network)) return <Muted>Follows its trails</Muted>
      return (
        <Muted as="div">
          Set by hand.{' '}
          <Button variant="text" size="small" onClick={() => set(withFollowing(values, network, known, new Date()))}>
            Follow its trails
          </Button>
        </Muted>
      )
    },
    fields(network: Network): ReactNode {
      const own = trails.filter((one) => one.known.networkId === network.id)
      if (own.length === 0) return null
      const status = TrailStatus.safeParse(values[statusName(network)]).data
      const [message, written] = [messageName(network), writtenMessage(network.id, values)]
      return (
        <>
          {written !== '' && values[message] !== written && (
            <Button variant="text" sx={{ justifySelf: 'start', ml: -1.5 }} onClick={() => set({ ...values, [message]: written })}>
              Write the message from what is closed
            </Button>
          )}
          <UpdateTrails
            networkId={network.id}
            name={network.name}
            trails={own}
            base={baseOf(values, network) ?? status ?? 'Open'}
            part={part}
            timeZone={site.timeZone}
            onChange={(next) => {
              const changed = withTrails(values, next, site.networks, known, new Date())
              // Somebody's own words are left alone.
              if ((values[message] ?? '') === written) changed[message] = writtenMessage(network.id, changed)
              set(changed)
            }}
          />
        </>
      )
    },
  }
}
