<?php
/**
 * A webhook receiver in plain PHP: believes only what is signed and fresh, handles each event once.
 *
 *   WEBHOOK_SECRET=whsec_… php -S 127.0.0.1:3000 receiver.php
 */
declare(strict_types=1);

/** Deliveries have a few kilobytes. Whoever sends more than this wants to fill the memory. */
const MOST_BYTES = 1_000_000;
const FIVE_MINUTES = 300;

/** Your part. Only keep or queue the event here; slow work comes after the answer. */
function handle(array $delivery): void
{
    say("handled {$delivery['event']} {$delivery['data']['id']}");
}

/** Status and reason to refuse a delivery with; null when it is ours and fresh. */
function refusal(string $timestamp, string $given, string $rawBody, array $secrets): ?array
{
    $isOurs = false;
    foreach ($secrets as $secret) {
        $expected = 'sha256=' . hash_hmac('sha256', "$timestamp.$rawBody", $secret);
        // In constant time: a comparison that stops at the first difference tells how far a guess was right.
        $isOurs = $isOurs || hash_equals($expected, $given);
    }
    if (!$isOurs) {
        return [401, 'the signature does not match'];
    }
    $isFresh = abs(time() - (int) strtotime($timestamp)) <= FIVE_MINUTES;
    return $isFresh ? null : [400, 'the timestamp is more than five minutes away'];
}

/** The answer to a request: any 2xx says that the event need not be sent again. */
function receive(): array
{
    // One secret; while it is being rotated the new and the old one, with a comma between them.
    $secrets = array_filter(explode(',', getenv('WEBHOOK_SECRET') ?: ''));
    // The body as it came: parsed and written again it would have other bytes.
    $rawBody = file_get_contents('php://input', length: MOST_BYTES + 1);
    if (strlen($rawBody) > MOST_BYTES) {
        return [413, 'the body is too large'];
    }
    $timestamp = $_SERVER['HTTP_X_SERVICE_TIMESTAMP'] ?? '';
    $given = $_SERVER['HTTP_X_SERVICE_SIGNATURE'] ?? '';
    if ($refused = refusal($timestamp, $given, $rawBody, $secrets)) {
        return $refused;
    }
    return handleOnce(json_decode($rawBody, associative: true, flags: JSON_THROW_ON_ERROR));
}

/**
 * The events that were handled, each by its name and its video, which has only one of that name. Every request
 * is a process of its own, so here they are files; keep yours in the database, in one transaction with the
 * work. The header webhook-id would not do: this signature does not cover it, so whoever saw a delivery could
 * send it again under another id.
 */
function handleOnce(array $delivery): array
{
    $name = "{$delivery['event']} {$delivery['data']['id']}";
    $folder = sys_get_temp_dir() . '/handled-webhooks';
    is_dir($folder) || mkdir($folder) || is_dir($folder);
    $mark = fopen("$folder/" . hash('sha256', $name), 'c');
    flock($mark, LOCK_EX);
    if (fstat($mark)['size'] > 0) {
        say("again $name");
    } else {
        handle($delivery);
        fwrite($mark, 'handled');
    }
    fclose($mark);
    return [204, ''];
}

function say(string $line): void
{
    file_put_contents('php://stdout', "$line\n");
}

// An error in here is answered with 500: the event is sent again.
ini_set('display_errors', '0');
[$status, $reason] = receive();
if ($reason !== '') {
    say("refused $status $reason");
}
http_response_code($status);
echo $reason;
