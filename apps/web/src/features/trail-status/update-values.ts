/** What the form of an update holds: flat names, one status and one message for each network of the site. */
import { MESSAGE_MAX_LENGTH, type NetworkStatus, TrailStatus } from '@trailwarden/domain'
import * as z from 'zod/mini'

export type UpdateValues = Record<string, string>
type Network = { id: string }

export const statusName = ({ id }: Network) => `${id}/status`
export const messageName = ({ id }: Network) => `${id}/message`

export function updateSchema(networks: readonly Network[]) {
  const fields = networks.flatMap((network) => [
    [statusName(network), z.enum(TrailStatus.options, 'Choose a status')],
    [messageName(network), z.string().check(z.trim(), z.maxLength(MESSAGE_MAX_LENGTH, 'Too long'))],
  ])
  return z.object(Object.fromEntries(fields) as Record<string, z.ZodMiniType<string, string>>)
}

export const valuesOf = (statuses: Readonly<Record<string, NetworkStatus>>, networks: readonly Network[]): UpdateValues =>
  Object.fromEntries(
    networks.flatMap((network) => [
      [statusName(network), statuses[network.id]?.status ?? ''],
      [messageName(network), statuses[network.id]?.message ?? ''],
    ]),
  )

export const networksOf = (values: UpdateValues, networks: readonly Network[]): Record<string, NetworkStatus> =>
  Object.fromEntries(
    networks.map((network) => {
      const status = TrailStatus.parse(values[statusName(network)])
      return [network.id, { status, message: values[messageName(network)]?.trim() ?? '' }]
    }),
  )

export const isChanged = (values: UpdateValues, start: UpdateValues, network: Network) =>
  values[statusName(network)] !== start[statusName(network)] || values[messageName(network)]?.trim() !== start[messageName(network)]

/** A draft saved by an older version of the app, or for other networks, is of no use to this form. */
export function draftOf(saved: unknown, networks: readonly Network[]): UpdateValues | null {
  const read = z.record(z.string(), z.string()).safeParse(saved)
  const names = networks.flatMap((network) => [statusName(network), messageName(network)])
  return read.success && names.every((name) => name in read.data) ? read.data : null
}
