import { type ReactNode, useEffect, useState } from 'react'

/** Loads and shows content that isn't needed at first, once the page has loaded. Until then, `place` reserves the space. */
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
