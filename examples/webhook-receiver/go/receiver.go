// A webhook receiver in plain Go: believes only what is signed and fresh, handles each event once.
//
//	WEBHOOK_SECRET=whsec_… PORT=3000 go run receiver.go
package main

import (
	"cmp"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"
)

// One secret; while it is being rotated the new and the old one, with a comma between them.
var secrets = strings.FieldsFunc(os.Getenv("WEBHOOK_SECRET"), func(r rune) bool { return r == ',' })

// Deliveries have a few kilobytes. Whoever sends more than this wants to fill the memory.
const mostBytes = 1_000_000

// The events that were handled, each by its name and its video, which has only one of that name. Keep yours in
// the database, in one transaction with the work. The header webhook-id would not do here: this signature
// does not cover it, so whoever saw a delivery could send it again under another id.
var (
	handled    = map[string]bool{}
	oneAtATime sync.Mutex
)

type delivery struct {
	Event string `json:"event"`
	// The video, as GET /videos/{id} shows it: of all its members, those that you need.
	Data struct {
		ID string `json:"id"`
	} `json:"data"`
}

// Your part. Only keep or queue the event here; slow work comes after the answer.
func handle(d delivery) {
	fmt.Println("handled", d.Event, d.Data.ID)
}

// Status and reason to refuse a delivery with; 0 when it is ours and fresh.
func refusal(header http.Header, rawBody []byte) (status int, reason string) {
	timestamp := header.Get("X-Service-Timestamp")
	given := []byte(header.Get("X-Service-Signature"))
	isOurs := false
	for _, secret := range secrets {
		mac := hmac.New(sha256.New, []byte(secret))
		mac.Write([]byte(timestamp + "."))
		mac.Write(rawBody)
		expected := []byte("sha256=" + hex.EncodeToString(mac.Sum(nil)))
		// In constant time: a comparison that stops at the first difference tells how far a guess was right.
		isOurs = isOurs || hmac.Equal(given, expected)
	}
	if !isOurs {
		return http.StatusUnauthorized, "the signature does not match"
	}
	sentAt, err := time.Parse(time.RFC3339, timestamp)
	if err != nil || time.Since(sentAt).Abs() > 5*time.Minute {
		return http.StatusBadRequest, "the timestamp is more than five minutes away"
	}
	return 0, ""
}

// The answer to a request: any 2xx says that the event need not be sent again.
func receive(response http.ResponseWriter, request *http.Request) (status int, reason string) {
	// The body as it came: parsed and written again it would have other bytes.
	rawBody, err := io.ReadAll(http.MaxBytesReader(response, request.Body, mostBytes))
	if err != nil {
		return http.StatusRequestEntityTooLarge, "the body is too large, or broke off"
	}
	if status, reason := refusal(request.Header, rawBody); status != 0 {
		return status, reason
	}
	var d delivery
	if err := json.Unmarshal(rawBody, &d); err != nil {
		return http.StatusBadRequest, "the body is not as expected"
	}

	name := d.Event + " " + d.Data.ID
	oneAtATime.Lock()
	defer oneAtATime.Unlock()
	if handled[name] {
		fmt.Println("again", name)
	} else {
		handle(d)
		handled[name] = true
	}
	return http.StatusNoContent, ""
}

func main() {
	if len(secrets) == 0 {
		log.Fatal("Set WEBHOOK_SECRET to the signing secret, whsec_…")
	}
	http.HandleFunc("/", func(response http.ResponseWriter, request *http.Request) {
		status, reason := receive(response, request)
		if reason != "" {
			fmt.Println("refused", status, reason)
		}
		response.WriteHeader(status)
		io.WriteString(response, reason)
	})
	listener, err := net.Listen("tcp", "127.0.0.1:"+cmp.Or(os.Getenv("PORT"), "3000"))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("listening on http://" + listener.Addr().String())
	server := &http.Server{ReadTimeout: 10 * time.Second}
	log.Fatal(server.Serve(listener))
}
