import type { ServerRow } from '../../ui/overviewPage/overviewMessages';
import { t } from '../../ui/overviewPage/overviewTexts';
import { Button } from '../shared/button';
import { Icon } from '../shared/icon';
import { send, servers } from './overviewState';

/** Every server: how it is, what helps, and what it offers. */
export function ServersPart() {
  const shown = servers.value;
  if (!shown) return <p class="empty">{t('loading')}</p>;
  if (shown.length === 0) {
    return (
      <>
        <p class="empty">{t('noServers')}</p>
        <Button
          look="primary"
          onClick={() => send({ kind: 'run', command: 'addServer' })}
          icon="add"
        >
          {t('addServer')}
        </Button>
      </>
    );
  }
  return (
    <div class="table" tabIndex={0} role="region" aria-label={t('servers')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('server')}</th>
            <th scope="col">{t('state')}</th>
            <th scope="col" class="figure">
              {t('tools')}
            </th>
            <th scope="col" class="figure">
              {t('tokens')}
            </th>
            <th scope="col">{t('actions')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((server) => (
            <Row key={server.id} server={server} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ server: { id, name, state, detail, actions, tools, tokens } }: RowProps) {
  return (
    <tr>
      <th scope="row" class="of-server">
        <Button
          look="link"
          onClick={() => send({ kind: 'run', command: 'openServer', server: id })}
        >
          {name}
        </Button>
      </th>
      <td class="of-state">
        <Icon name={state.icon} color={state.color} /> {state.text}
        {detail === undefined ? null : <p>{detail}</p>}
      </td>
      <td class="figure">{tools}</td>
      <td class="figure">{tokens}</td>
      <td>
        <div class="buttons">
          {actions.map(({ command, title, icon }, at) => (
            <Button
              key={command}
              look={at === 0 && detail !== undefined ? 'primary' : 'secondary'}
              aria-label={t('actionOn', { action: title, server: name })}
              onClick={() => send({ kind: 'run', command, server: id })}
              icon={icon}
            >
              {title}
            </Button>
          ))}
        </div>
      </td>
    </tr>
  );
}

interface RowProps {
  readonly server: ServerRow;
}
