// Session of dgo, `dgo-session ADDRESS [CA [KEY CERTIFICATE]]`: prints what it saw as JSON. With an authority, the
// connection has TLS; with a key and a certificate, the client shows who it is.
package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"sort"
	"strings"
	"sync"
	"time"

	"github.com/dgraph-io/dgo/v250"
	"github.com/dgraph-io/dgo/v250/protos/api"
	"google.golang.org/grpc"
	"google.golang.org/grpc/credentials"
	"google.golang.org/grpc/credentials/insecure"
	"google.golang.org/grpc/status"
)

var background = context.Background()

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func transport(files []string) credentials.TransportCredentials {
	if len(files) == 0 {
		return insecure.NewCredentials()
	}
	authorities := x509.NewCertPool()
	authorities.AppendCertsFromPEM(must(os.ReadFile(files[0])))
	config := &tls.Config{RootCAs: authorities}
	if len(files) > 1 {
		config.Certificates = []tls.Certificate{must(tls.LoadX509KeyPair(files[2], files[1]))}
	}
	return credentials.NewTLS(config)
}

func rows(response *api.Response) any {
	var answer any
	check(json.Unmarshal(response.Json, &answer))
	return answer
}

const byTitle = "query q($t: string) { q(func: eq(title, $t)) { title year } }"
const all = "{ q(func: has(title), orderasc: title) { title year } }"

func main() {
	files := os.Args[2:]
	client := must(dgo.NewClient(os.Args[1], dgo.WithGrpcOption(grpc.WithTransportCredentials(transport(files)))))
	version := must(client.GetAPIClients()[0].CheckVersion(background, &api.Check{}))
	seen := map[string]any{"version": version.Tag[:1]}
	if len(files) == 0 {
		session(client, seen)
	}
	client.Close()
	fmt.Println(string(must(json.Marshal(seen))))
}

func session(client *dgo.Dgraph, seen map[string]any) {
	check(client.SetSchema(background, "title: string @index(exact) .\nyear: int ."))
	txn := client.NewTxn()
	must(txn.Mutate(background, &api.Mutation{SetJson: []byte(`{"uid": "_:a", "title": "json", "year": 1}`)}))
	title := &api.Value{Val: &api.Value_StrVal{StrVal: "text"}}
	typed := []*api.NQuad{{Subject: "_:b", Predicate: "title", ObjectValue: title}}
	node := must(txn.Mutate(background, &api.Mutation{Set: typed})).Uids["b"]
	check(txn.Commit(background))
	bound := func(title string) any {
		return rows(must(client.NewReadOnlyTxn().QueryWithVars(background, byTitle, map[string]string{"$t": title})))
	}
	// An alpha may answer this from before the last commits.
	must(client.NewReadOnlyTxn().BestEffort().Query(background, all))
	seen["all"] = rows(must(client.NewReadOnlyTxn().Query(background, all)))
	seen["bound"] = bound("json")
	rdf := must(client.NewReadOnlyTxn().QueryRDF(background, `{ q(func: eq(title, "text")) { title } }`))
	_, seen["rdf"], _ = strings.Cut(string(rdf.Rdf), ">")
	seen["dql"] = rows(must(client.RunDQLWithVars(background, byTitle, map[string]string{"$t": "text"})))

	must(client.NewTxn().Do(background, &api.Request{
		Query:     `{ u as var(func: eq(title, "text")) }`,
		Mutations: []*api.Mutation{{Cond: "@if(eq(len(u), 1))", SetNquads: []byte(`uid(u) <year> "2" .`)}},
		CommitNow: true,
	}))
	seen["upsert"] = bound("text")

	year := func(value int) *api.Mutation {
		return &api.Mutation{SetNquads: []byte(fmt.Sprintf(`<%s> <year> "%d" .`, node, value))}
	}
	one, two := client.NewTxn(), client.NewTxn()
	must(one.Mutate(background, year(3)))
	must(two.Mutate(background, year(4)))
	check(one.Commit(background))
	if errors.Is(two.Commit(background), dgo.ErrAborted) {
		seen["conflict"] = "aborted"
	}
	var workers sync.WaitGroup
	for range 4 {
		workers.Add(1)
		go func() {
			defer workers.Done()
			for range 3 {
				for errors.Is(increment(client, node, year), dgo.ErrAborted) {
				}
			}
		}()
	}
	workers.Wait()
	seen["counted"] = bound("text")

	write := func(text string) (*api.Response, error) {
		return client.NewTxn().Mutate(background, &api.Mutation{SetNquads: []byte(text), CommitNow: true})
	}
	animal := must(write(`_:x <dgraph.type> "Dog" .`)).Uids["x"]
	query := fmt.Sprintf("{ q(func: uid(%s)) { dgraph.type } }", animal)
	var types struct {
		Q []map[string][]string `json:"q"`
	}
	check(json.Unmarshal(must(client.NewReadOnlyTxn().Query(background, query)).Json, &types))
	names := types.Q[0]["dgraph.type"]
	sort.Strings(names)
	seen["types"] = names
	if _, err := write(fmt.Sprintf(`<%s> <dgraph.type> "Cat" .`, animal)); err != nil {
		kind, _, _ := strings.Cut(strings.Split(status.Convert(err).Message(), ":")[1], " on ")
		seen["refused"] = []string{codeOf(err), strings.TrimSpace(kind)}
	}
	late, cancel := context.WithTimeout(background, time.Microsecond)
	defer cancel()
	if _, err := client.NewReadOnlyTxn().Query(late, all); err != nil {
		seen["late"] = codeOf(err)
	}
}

// increment adds one to the year of a node, in a transaction.
func increment(client *dgo.Dgraph, node string, year func(int) *api.Mutation) error {
	txn := client.NewTxn()
	defer txn.Discard(background)
	response, err := txn.Query(background, fmt.Sprintf("{ q(func: uid(%s)) { year } }", node))
	if err != nil {
		return err
	}
	var read struct {
		Q []struct {
			Year int `json:"year"`
		} `json:"q"`
	}
	check(json.Unmarshal(response.Json, &read))
	if _, err := txn.Mutate(background, year(read.Q[0].Year+1)); err != nil {
		return err
	}
	return txn.Commit(background)
}

// codeOf returns the name of a status as gRPC's specification writes it.
func codeOf(err error) string {
	var name strings.Builder
	for i, letter := range status.Code(err).String() {
		if i > 0 && letter >= 'A' && letter <= 'Z' {
			name.WriteByte('_')
		}
		name.WriteRune(letter)
	}
	return strings.ToUpper(name.String())
}
