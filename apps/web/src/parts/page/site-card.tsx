import { type ReactNode, useId } from 'react'
import { usePageData } from '#data/page-data.ts'
import { PaddedCard } from '#ui/card.tsx'
import { styled } from '#ui/styled.ts'
import { colour, rem, typography } from '#ui/theme/theme.ts'
import { Logo } from './logo.tsx'

const Head = styled('div')({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  color: colour('primary'),
  '& h2': { fontSize: rem(22), lineHeight: rem(28), color: colour('text') },
  '& p': { ...typography.body2, color: colour('text2') },
})

export function SiteCard({ children }: { children: ReactNode }) {
  const { site } = usePageData()
  const heading = useId()
  return (
    <PaddedCard aria-labelledby={heading} sx={{ gap: '20px' }}>
      <Head>
        <Logo size={48} ink={colour('surface')} />
        <div>
          <h2 id={heading}>{site.label}</h2>
          <p>{site.subtitle}</p>
        </div>
      </Head>
      {children}
    </PaddedCard>
  )
}
