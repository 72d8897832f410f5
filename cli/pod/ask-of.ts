import type { Ask } from '../../domain/input.js'
import type { Method } from '../../domain/protocol/method.js'

/** The Ask of a method; nothing for `get_history`, which needs no decision. */
export const askOf = (method: Method): Ask | undefined => {
  switch (method.method) {
    case 'run':
    case 'queue':
      return submitOf(method)
    case 'withdraw':
      return { method: 'withdraw', input: method.params.id }
    case 'notify': {
      const { message, auto_run } = method.params
      return { method: 'notify', message, autoRun: auto_run ?? true }
    }
    case 'pod_event':
      return childReport(method)
    case 'resume':
    case 'pause':
    case 'cancel':
    case 'abandon':
    case 'shutdown':
      return { method: method.method, by: 'host' }
    case 'get_history':
      return undefined
  }
}

type MethodOf<M extends Method['method']> = Extract<Method, { readonly method: M }>

const submitOf = ({ method, params }: MethodOf<'run' | 'queue'>): Ask => {
  const submit = { method, segments: params.input, by: params.by ?? 'host' }
  return params.key === undefined ? submit : { ...submit, key: params.key }
}

const childReport = ({ params }: MethodOf<'pod_event'>): Ask => ({
  method: 'pod_event',
  kind: params.kind,
  podName: params.pod_name,
  ...(params.message === undefined ? {} : { message: params.message }),
  ...(params.detail === undefined ? {} : { detail: params.detail }),
})
