import { Text } from '@mantine/core'

import { ShownOnce } from '../keys/shown-once.tsx'
import { MakeSecret } from '../webhook/make-secret.tsx'
import { DeleteEndpoint } from './delete-endpoint.tsx'
import { EndpointForm } from './endpoint-form.tsx'
import type { EndpointAsk } from './endpoint-table.tsx'
import { useRotateEndpointSecret } from './endpoints-data.ts'
import { TestEndpoint } from './test-endpoint.tsx'

/** The dialog that is open about endpoints. */
export function EndpointDialog({
  asked,
  onChange,
}: {
  asked: EndpointAsk
  onChange: (asked: EndpointAsk | null) => void
}) {
  const rotate = useRotateEndpointSecret()
  const close = () => onChange(null)
  const show = (secret: string) => onChange({ about: 'shown', secret })
  switch (asked.about) {
    case 'new':
      return <EndpointForm onClose={close} onCreated={show} />
    case 'test':
      return <TestEndpoint endpoint={asked.endpoint} onClose={close} />
    case 'delete':
      return <DeleteEndpoint endpoint={asked.endpoint} onClose={close} />
    case 'secret': {
      const { id } = asked.endpoint
      return (
        <MakeSecret
          rotate={async (seconds) => (await rotate.mutateAsync({ id, seconds })).secret}
          onClose={close}
          onRotated={show}
        />
      )
    }
    case 'shown':
      return (
        <ShownOnce
          title="The signing secret of the endpoint"
          label="Signing secret"
          secret={asked.secret}
          onStored={close}
        >
          <Text size="sm">The server behind its URL needs it to verify that events come from us.</Text>
        </ShownOnce>
      )
  }
}
