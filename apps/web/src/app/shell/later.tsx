import { type ReactNode, useEffect, useState } from 'react'

/** What the first page does without: it is fetched and shown once that page has loaded. Until then `place` keeps its place. */
export function Later({ place = null, children }: { place?: ReactNode; children: ReactNode }) {
  const [isTime, setIsTime] = useState(false)
  useEffect(() => {
    const start = () => setIsTime(true)
    if (document.readyState === 'complete') start()
    else addEventListener('load', start, { once: true })
    return () => removeEventListener('load', start)
  }, [])
  return isTime ? children : place
}
