import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { usePageData } from '#data/page-data.ts'
import { PaddedCard } from '#ui/card.tsx'
import { colour } from '#ui/theme.ts'
import { Logo } from './logo.tsx'

const Head = styled('div')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 14,
  color: colour('primary'),
  '& h2': { fontSize: 22, lineHeight: '28px', color: colour('text') },
  '& p': { ...theme.typography.body2, color: colour('text2') },
}))

/** The card of a page that speaks for the network itself: its name above what is to be done. */
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
