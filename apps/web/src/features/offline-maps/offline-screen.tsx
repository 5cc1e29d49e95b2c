import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP } from '#ui/theme/theme.ts'
import { CoveragePicture } from './coverage-picture.tsx'
import { OfflineMapsCard } from './offline-maps-card.tsx'
import { StorageCard } from './storage-card.tsx'

const Page = styled('div')({
  display: 'grid',
  gap: 16,
  padding: 16,
  '& > div': { display: 'contents' },
  // On a phone the picture comes first, because it shows at a glance what is downloaded.
  '& > .picture': { display: 'block', order: -1 },
  [DESKTOP]: {
    gridTemplateColumns: 'minmax(0, 8fr) minmax(0, 9fr)',
    alignItems: 'start',
    gap: 24,
    padding: 24,
    '& > p': { gridColumn: '1 / -1' },
    '& > div': { display: 'grid', gap: 16 },
    '& > .picture': { order: 0 },
  },
})

export function OfflineScreen() {
  return (
    <Page>
      <Muted>Download everything for a network in one go: the map, trails, emergency posts and safety guide.</Muted>
      <div>
        <OfflineMapsCard title="Networks" />
        <StorageCard />
      </div>
      <div className="picture">
        <CoveragePicture />
      </div>
    </Page>
  )
}
