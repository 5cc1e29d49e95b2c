import { type SymbolName, symbolUrl } from '#map/symbols.ts'
import { styled } from '#ui/styled.ts'

const Picture = styled('img')({ display: 'block', flex: 'none', width: 'auto' })

export const MarkerSymbol = ({ name, size = 34 }: { name: SymbolName; size?: number }) => (
  <Picture src={symbolUrl(name)} alt="" height={size} />
)
