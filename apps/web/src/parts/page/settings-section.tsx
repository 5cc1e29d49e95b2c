import type { ReactNode } from 'react'
import { Muted } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { DESKTOP, typography } from '#ui/theme/theme.ts'

const Page = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  alignContent: 'start',
  gap: 12,
  padding: 12,
  '& > header h2': typography.h2,
  [DESKTOP]: { gap: 16, padding: '16px 24px 24px' },
})

export function SettingsSection({ title, about, children }: { title: string; about: string; children: ReactNode }) {
  return (
    <Page>
      <header>
        <h2>{title}</h2>
        <Muted>{about}</Muted>
      </header>
      {children}
    </Page>
  )
}
