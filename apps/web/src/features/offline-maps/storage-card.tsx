import { thisDevice } from '#parts/sync/sync-state.tsx'
import { useSiteData } from '#parts/trail/site-data.ts'
import { useStoragePromise } from '#platform/storage-promise.ts'
import { Muted, PaddedCard } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, typography } from '#ui/theme/theme.ts'
import { useOfflineMaps } from './offline-maps.ts'
import { bytesOf, sizeText } from './packs/map-size.ts'
import { usePacks } from './packs/use-packs.ts'

const Head = styled('div')({ display: 'flex', flexWrap: 'wrap', alignItems: 'baseline', justifyContent: 'space-between', gap: '4px 12px' })

const Bar = styled('div')({
  display: 'flex',
  height: 12,
  borderRadius: 6,
  overflow: 'hidden',
  background: colour('surfaceSunken'),
  '& > i': { display: 'block', minWidth: 2 },
})

const Key = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: '4px 20px',
  '& li': { ...typography.body2, display: 'flex', alignItems: 'center', gap: 8 },
  '& i': { width: 12, height: 12, borderRadius: 3 },
})

const COLOURS = [colour('success'), colour('primary'), colour('warning'), colour('link')]

export function StorageCard() {
  const packs = usePacks()
  const { stored, space } = useOfflineMaps(packs)
  const bundle = useSiteData()?.bundle ?? null
  const isPromised = useStoragePromise()
  if (!space) return null
  const parts = packs.flatMap((pack, i) => {
    const bytes = ((bytesOf(pack, bundle) ?? 0) * (stored[pack.slug] ?? 0)) / pack.tileCount
    return bytes > 0 ? [{ title: pack.title, bytes, background: COLOURS[i % COLOURS.length] }] : []
  })
  const rest = Math.max(0, space.used - parts.reduce((sum, { bytes }) => sum + bytes, 0))
  const all = [...parts, { title: 'App, trails and guide', bytes: rest, background: colour('outline') }]
  return (
    <PaddedCard aria-labelledby="storage">
      <Head>
        <h2 id="storage">{sizeText(space.used)} used</h2>
        <Muted>{`About ${sizeText(space.free)} free on this ${thisDevice()}`}</Muted>
      </Head>
      <Bar aria-hidden>
        {all.map(({ title, bytes, background }) => (
          <i key={title} style={{ background, width: `${(bytes / Math.max(1, space.used)) * 100}%` }} />
        ))}
      </Bar>
      <Key>
        {all.map(({ title, bytes, background }) => (
          <li key={title}>
            <i style={{ background }} />
            {title} {sizeText(bytes)}
          </li>
        ))}
      </Key>
      {isPromised === true && <Muted>Your browser will keep this data until you delete it.</Muted>}
      {isPromised === false && (
        <Muted>Your browser may delete this data if your device runs low on space. Install the app to make that less likely.</Muted>
      )}
    </PaddedCard>
  )
}
