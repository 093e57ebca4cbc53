import { Alert } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { WifiOff } from 'lucide-react'

/** Says that the browser is offline, for as long as it is. */
export function OfflineNote() {
  const { online } = useNetwork()
  return (
    <div role="status">
      {!online && (
        <Alert color="yellow" mb="lg" icon={<WifiOff size={18} aria-hidden />} title="You are offline">
          What you see may be out of date, and nothing can be created or changed until you are back online.
        </Alert>
      )}
    </div>
  )
}
